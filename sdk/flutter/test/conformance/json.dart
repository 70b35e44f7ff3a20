typedef Json = Map<String, Object?>;

/// A request that the server received. Names of headers are in lower case.
typedef SeenRequest = ({String path, Map<String, String> query, Map<String, String> headers});
