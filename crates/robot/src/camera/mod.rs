//! The eye that looks at pictures: from a picture to what lies where. Its implementation of [`crate::eye::Eye`] is used
//! like any other eye.
