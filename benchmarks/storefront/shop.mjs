/** The built storefront behind the real server, on an empty database of its own. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = process.env.OOTTAM_STOREFRONT ?? join(root, "frontend/dist");

/** Paths of every screen below /order, in the order of the route table; those named on the command line, if any. */
export async function routes() {
  const { pages } = JSON.parse(await readFile(join(dist, "routes.json"), "utf8"));
  const all = Object.keys(pages);
  const named = process.argv.slice(2).filter((argument) => argument.startsWith("/"));
  const unknown = named.filter((path) => !all.includes(path));
  if (unknown.length) throw new Error(`There is no route ${unknown.join(", ")}.`);
  return named.length ? named : all;
}

/** Opens a shop, hands its address ("http://127.0.0.1:...") to `use`, and closes it whatever happens. */
export async function withShop(use) {
  const folder = await mkdtemp(join(tmpdir(), "oottam-bench-"));
  const port = await freePort();
  const { DATABASE_URL, ...kept } = process.env;
  const env = {
    ...kept,
    PYTHONPATH: join(root, "backend"),
    OOTTAM_VAR: folder,
    OOTTAM_STOREFRONT: dist,
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "WARNING",
  };
  const options = { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] };
  execFileSync("python", ["backend/manage.py", "migrate", "--verbosity", "0", "--skip-checks"], options);
  const server = spawn("python", ["-m", "oottam"], options);
  const ended = once(server, "exit");
  process.once("exit", () => server.kill()); // whatever ends this one ends it too
  try {
    await Promise.race([opened(server), ended.then(([code]) => Promise.reject(new Error(`exit status ${code}`)))]);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}

/** The server says on its standard output when it takes connections. */
async function opened(server) {
  for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
    if (String(text).includes("is open at")) return;
  }
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
