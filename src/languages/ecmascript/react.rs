//! What React's generic types hold and its functions give, by name: programs use it without its declarations being part of them.

use super::super::semantics::Giving;

/// What functions of React give.
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("createContext", "react", Giving::Written("Context")),
    ("createRef", "react", Giving::Written("RefObject")),
    ("useContext", "react", Giving::Held(0)),
    ("useMemo", "react", Giving::Written("")),
    ("useRef", "react", Giving::Written("RefObject")),
    ("useState", "react", Giving::Written("[]")),
];

/// What values of React's generic types hold.
pub(super) const PARTS: &[(&str, &str, &str, usize)] = &[
    ("current", "react", "MutableRefObject", 0),
    ("current", "react", "RefObject", 0),
    ("props", "react", "Component", 0),
    ("props", "react", "PureComponent", 0),
    ("state", "react", "Component", 1),
    ("state", "react", "PureComponent", 1),
];

/// Which of their type arguments the parameters of React's functions have, and of those that its own functions take.
pub(super) const TAKING: &[(&str, &str, &[usize])] = &[
    ("FC", "react", &[0]),
    ("ForwardRefRenderFunction", "react", &[1]),
    ("FunctionComponent", "preact", &[0]),
    ("FunctionComponent", "react", &[0]),
    ("FunctionalComponent", "preact", &[0]),
    ("Reducer", "react", &[0, 1]),
    ("VFC", "react", &[0]),
    ("VoidFunctionComponent", "react", &[0]),
    ("forwardRef", "react", &[1]),
    ("memo", "react", &[0]),
];
