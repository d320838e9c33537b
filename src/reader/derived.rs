//! What other rooms derive of a whole index and ask for often: made once, it stays beside the index as long as that is open.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::manifest::error::IndexError;

/// Values by their type.
#[derive(Default)]
pub struct Derived {
    values: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Derived {
    /// The value of a type, made where it is not there. Of two that are made at once, the last one stays.
    ///
    /// # Errors
    /// What `make` refuses; the next call tries again.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> Result<T, IndexError>) -> Result<Arc<T>, IndexError> {
        let id = TypeId::of::<T>();
        let known = self.values.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        if let Some(known) = known.and_then(|value| value.downcast().ok()) {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        let value: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(&made);
        self.values.lock().unwrap_or_else(PoisonError::into_inner).insert(id, value);
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_and_again_after_a_failure() {
        let derived = Derived::default();
        assert!(derived.get::<u32>(|| Err(IndexError::TooLarge("rows"))).is_err());
        assert_eq!(*derived.get(|| Ok(1u32)).unwrap(), 1);
        assert_eq!(*derived.get(|| Ok(2u32)).unwrap(), 1);
        assert_eq!(*derived.get(|| Ok("of another type")).unwrap(), "of another type");
    }
}
