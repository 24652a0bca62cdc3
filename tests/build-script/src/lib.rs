//! A program whose client is made when it is built.

// It is private: whatever the program does not use, nothing warns about the generated code.
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

#[cfg(test)]
mod tests {
    use super::client::types::{StoryState, StoryType};
    use super::client::{CallError, Client};

    #[test]
    fn codes_are_named_and_unknown_ones_kept() {
        assert_eq!(StoryType::Defect.code(), 2);
        assert_eq!(serde_json::from_str::<StoryState>("8").unwrap().to_string(), "8");
    }

    #[tokio::test]
    async fn calls_are_made() {
        // Port 9 discards: nothing listens there.
        let client = Client::builder("http://127.0.0.1:9").token("0").build().unwrap();
        assert!(matches!(client.story().list("DEMO").await, Err(CallError::Send(_))));
    }
}
