//! What React's generic types hold and its functions give, and what those of test runners do, by name: programs use them without their declarations being
//! part of them.

use super::super::semantics::Giving;
use super::zustand::{MADE, STORE};

/// What a hook gave that a test ran: the present value of its result.
const RENDERED: Giving = Giving::Written("RenderHookResult<RefObject");

/// The function that sets a part of the state of a component, and what it takes: a value, or a function of the one before.
pub(super) const SETTER: [&str; 2] = ["Dispatch", "SetStateAction"];

/// Methods that set what is a type argument of the type that they are of, and take the same.
pub(super) const SETTING: &[(&str, &str, &str, usize)] = &[
    ("setState", "react", "Component", 1),
    ("setState", "react", "PureComponent", 1),
    ("setState", "zustand", STORE, 0),
    ("subscribe", "zustand", STORE, 0),
];

/// Types that are what the function takes that they are given.
pub(super) const PROPS: &[&str] = &["ComponentProps", "ComponentPropsWithRef", "ComponentPropsWithoutRef"];

/// What functions of React and of test runners give: a mock is what it is made of.
pub(super) const GIVING: &[(&str, &str, Giving)] = &[
    ("create", "zustand", MADE),
    ("createContext", "react", Giving::Written("Context")),
    ("createRef", "react", Giving::Written("RefObject")),
    ("createStore", "zustand", MADE),
    ("createWithEqualityFn", "zustand", MADE),
    ("mocked", "@jest/globals", Giving::Argument),
    ("mocked", "jest", Giving::Argument),
    ("mocked", "vitest", Giving::Argument),
    ("renderHook", "@testing-library/preact", RENDERED),
    ("renderHook", "@testing-library/preact-hooks", RENDERED),
    ("renderHook", "@testing-library/react", RENDERED),
    ("renderHook", "@testing-library/react-hooks", RENDERED),
    ("renderHook", "@testing-library/react-native", RENDERED),
    ("useCallback", "react", Giving::Argument),
    ("useContext", "react", Giving::Held(0)),
    ("useDeferredValue", "react", Giving::Argument),
    ("useMemo", "react", Giving::Written("")),
    ("useReducer", "react", Giving::Folded),
    ("useRef", "react", Giving::Written("RefObject")),
    ("useState", "react", Giving::Written("[]")),
];

/// What values of React's generic types hold.
pub(super) const PARTS: &[(&str, &str, &str, usize)] = &[
    ("current", "react", "MutableRefObject", 0),
    ("current", "react", "RefObject", 0),
    ("props", "react", "Component", 0),
    ("props", "react", "PureComponent", 0),
    ("result", "@testing-library/preact", "RenderHookResult", 0),
    ("result", "@testing-library/preact-hooks", "RenderHookResult", 0),
    ("result", "@testing-library/react", "RenderHookResult", 0),
    ("result", "@testing-library/react-hooks", "RenderHookResult", 0),
    ("result", "@testing-library/react-native", "RenderHookResult", 0),
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

/// Functions that make a component of another one, or of a function.
pub(super) const HANDING_ON: &[(&str, &str)] =
    &[("forwardRef", "react"), ("memo", "react"), ("observer", "mobx-react"), ("observer", "mobx-react-lite")];
