/** The Python packages of the release: their metadata, their tests, and FastAPI and Django behind the gate of the page. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { codeOf, dist, freshFolder, install, installBlocks, run } from "./release-folder.ts";
import { refuses, type Shop, startBackEnd, startShop } from "./shop.ts";

const page = "use-in-a-back-end.md";
const files = readdirSync(dist)
  .filter((name) => /\.whl$|_gate-[\d.]+\.tar\.gz$/.test(name))
  .map((name) => join(dist, name));
let bin: string;
let env: Readonly<Record<string, string>>;
let shop: Shop;

before(async () => {
  shop = await startShop();
  const venv = join(freshFolder(), "venv");
  run(process.env.PYTHON ?? "python3", ["-m", "venv", venv], dist);
  bin = join(venv, "bin");
  env = { PATH: `${bin}:${process.env.PATH}`, PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  run(join(bin, "pip"), ["install", "--quiet", "-r", join(import.meta.dirname, "requirements.txt")], dist, env);
  await install(installBlocks(page).find((block) => block.startsWith("pip ")) ?? "", freshFolder(), env);
});

test("twine and check-wheel-contents find nothing", () => {
  assert.equal(files.length, 2);
  run(join(bin, "twine"), ["check", "--strict", ...files], dist);
  run(
    join(bin, "check-wheel-contents"),
    files.filter((file) => file.endsWith(".whl")),
    dist,
  );
});

test("the tests in the source distribution run with its scenarios, and pass", () => {
  const directory = freshFolder();
  run("tar", ["-xzf", files.find((file) => file.endsWith(".tar.gz")) ?? "", "--strip-components=1"], directory);
  run(join(directory, "test"), [], directory, { PYTHON: join(bin, "python") });
});

const serve = `
import uvicorn
class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print(self.servers[0].sockets[0].getsockname()[1], flush=True)
`;
const backEnds: Readonly<Record<string, (code: string) => Readonly<Record<string, string>>>> = {
  FastAPI: (code) => ({
    "main.py": `
${code}
@app.get("/orders")
def orders():
    return []
${serve}
Server(uvicorn.Config(app, port=0, log_level="error")).run()
`,
  }),
  Django: (code) => ({
    "shop/gate.py": code,
    "main.py": `
import django
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="test", MIDDLEWARE=["shop.gate.GateMiddleware"])
django.setup()
from django.core.asgi import get_asgi_application
from django.http import JsonResponse
from django.urls import path
urlpatterns = [path("orders", lambda request: JsonResponse([], safe=False))]
${serve}
Server(uvicorn.Config(get_asgi_application(), port=0, log_level="error", lifespan="off")).run()
`,
  }),
};

for (const [name, text] of [
  ["FastAPI", "app = FastAPI()"],
  ["Django", "class GateMiddleware"],
] as const)
  test(`${name} refuses an old version with 426 and every one during maintenance with 503, by the code of the page`, async () => {
    const code = codeOf(page, "python", text);
    assert.ok(code.split("\n").filter((line) => line !== "" && !/^(?:import|from) /.test(line)).length <= 10);
    const env = { DRAWBRIDGE_URL: `${shop.url}/api/v1`, DRAWBRIDGE_KEY: shop.key };
    await refuses(shop, await startBackEnd([join(bin, "python"), "main.py"], freshFolder(backEnds[name]?.(code)), { env }));
  });
