//! Progress of a build as notifications, for a call that asks for them; and whether anybody still waits.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::sync::mpsc::{self, UnboundedSender};

use crate::base::progress::{Progress, unit};
use crate::surfaces::progress::begun;

/// A notification: steps so far, and in words.
type Step = (u64, String);

/// Hears a build on behalf of a call.
pub struct Heard {
    steps: Option<UnboundedSender<Step>>,
    is_cancelled: Box<dyn Fn() -> bool + Send + Sync>,
    done: AtomicU64,
    stage: Mutex<(&'static str, u64, u64)>,
}

/// A listener for a call, and what must be waited for once it is gone, so that all it heard is sent.
pub fn forwarded(request: &RequestContext<RoleServer>) -> (Heard, impl Future<Output = ()> + use<>) {
    let token = request.meta.get_progress_token();
    let (sender, mut receiver) = mpsc::unbounded_channel::<Step>();
    let (peer, cancellation) = (request.peer.clone(), request.ct.clone());
    let forwarding = token.map(|token| {
        tokio::spawn(async move {
            while let Some((done, message)) = receiver.recv().await {
                #[expect(clippy::cast_precision_loss, reason = "the protocol counts in floating point; steps are files")]
                let step = ProgressNotificationParam::new(token.clone(), done as f64).with_message(message);
                // Whoever left hears nothing more; the call itself finds out.
                let _ = peer.notify_progress(step).await;
            }
        })
    });
    let heard = Heard {
        steps: forwarding.is_some().then_some(sender),
        is_cancelled: Box::new(move || cancellation.is_cancelled()),
        done: AtomicU64::new(0),
        stage: Mutex::new(("", 0, 0)),
    };
    let wait = async {
        if let Some(forwarding) = forwarding {
            let _ = forwarding.await;
        }
    };
    (heard, wait)
}

impl Heard {
    /// Tells of a step; its count never stands still, as the protocol wants it.
    fn tell(&self, steps: u64, message: String) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if let Some(sender) = &self.steps {
            let _ = sender.send((done, message));
        }
    }
}

impl Progress for Heard {
    fn stage(&self, name: &'static str, total: u64) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = (name, 0, total);
        self.tell(1, begun(name, total));
    }

    fn advance(&self, steps: u64) {
        let message = {
            let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
            stage.1 += steps;
            format!("{} {} of {} {}", stage.0, stage.1, stage.2, unit(stage.0))
        };
        self.tell(steps.max(1), message);
    }

    fn is_stopped(&self) -> bool {
        (self.is_cancelled)()
    }
}
