# A cache for apps, between your TLS proxy and the nodes. docs/behind-a-proxy.md says what it is allowed to do, and what it costs.
vcl 4.1;

import directors;

probe readyz {
  .url = "/readyz";
  .interval = 2s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

# One for each node, at its DRAWBRIDGE_LISTEN.
backend node1 {
  .host = "127.0.0.1";
  .port = "8080";
  .probe = readyz;
  .connect_timeout = 1s;
  .first_byte_timeout = 5s;
}

sub vcl_init {
  new nodes = directors.round_robin();
  nodes.add_backend(node1);
}

sub vcl_recv {
  set req.backend_hint = nodes.backend();
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.url !~ "^/api/v1/(config|maintenance)\?" || !req.http.x-api-key) {
    return (pass);
  }
  return (hash);
}

# Beside the host, the path and the query. Vary adds Accept-Language.
sub vcl_hash {
  hash_data(req.http.x-api-key);
}

sub vcl_backend_response {
  # An answer ends with its max-age, which ends before the answer changes: nothing is served beyond it.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (bereq.uncacheable) {
    return (deliver);
  }
  # Answers are private: storing them is your decision, taken here. Refusals and rehearsals are not stored.
  if (beresp.status == 200 && beresp.http.Cache-Control ~ "^private, max-age=[1-9]") {
    return (deliver);
  }
  set beresp.uncacheable = true;
  set beresp.ttl = 1s;
  return (deliver);
}
