-- Asks Drawbridge whether a request may pass. Used by gate.haproxy.cfg.
local url = "http://drawbridge/auth/gate?version_header=x-app-version&platform_header=x-app-platform"
local key = "dbr_KEY"
-- Milliseconds. Above those of drawbridge_gate in gate.haproxy.cfg, since this client repeats a question that takes longer.
local time_limit = 1000
local sent = { "x-app-version", "x-app-platform", "x-app-os", "accept-language" }
local copied = { "content-type", "cache-control", "retry-after" }

core.register_action("drawbridge_gate", { "http-req" }, function(txn)
  local of_app = txn.http:req_get_headers()
  local headers = { ["x-api-key"] = { key } }
  for _, name in ipairs(sent) do
    if of_app[name] then headers[name] = { of_app[name][0] } end
  end
  local ok, answer = pcall(function()
    return core.httpclient():get({ url = url, dst = "abns@drawbridge_gate", headers = headers, timeout = time_limit })
  end)
  if not ok or not answer or not answer.headers or not answer.headers["drawbridge-problem"] then return end
  local reply = txn:reply({ status = answer.status })
  for _, name in ipairs(copied) do
    if answer.headers[name] then reply:add_header(name, answer.headers[name][0]) end
  end
  reply:set_body(answer.body)
  txn:done(reply)
end)
