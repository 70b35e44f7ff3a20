typedef Json = Map<String, Object?>;

/// A request that the server received. Names of headers are in lower case. `isFresh`: what the transport was told; null on sockets.
typedef SeenRequest = ({String path, Map<String, String> query, Map<String, String> headers, bool? isFresh});
