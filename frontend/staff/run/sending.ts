import type { Posting } from "../posting";
import type { Queue } from "./queue";
import type { Run } from "./run";
import type { Answer, Tap } from "./taps";

/** As many as the server takes at once. */
const MOST = 100;
const JSON_TYPE = { "Content-Type": "application/json" };

/** How sending ended: all has gone, there is no network, or somebody has to log in again, or the run is not theirs. */
export type Sent = "all" | "unreached" | "loggedOut" | "gone";

/** Sends what waits, oldest first, one list after the other; `heed` sees each tap with its answer. */
export function sending(posting: Posting, run: Run, queue: Queue, heed: (tap: Tap, answer: Answer) => void) {
  let under: Promise<Sent> | null = null;

  async function sendAll(): Promise<Sent> {
    for (let waiting = queue.taps(); waiting.length > 0; waiting = queue.taps()) {
      const taps = waiting.slice(0, MOST);
      const reply = await posting
        .post(run.taps, JSON_TYPE, JSON.stringify(taps), read)
        .catch((): Reply => ({ status: 0, answers: [] }));
      if (reply.status !== 200) return failed(reply.status);
      // Before they leave the queue: whoever looks meanwhile sees the server's word.
      taps.forEach((tap, at) => {
        const answer = reply.answers[at];
        if (answer) heed(tap, answer);
      });
      queue.remove(taps);
    }
    return "all";
  }

  /** One at a time: whoever asks meanwhile waits for the one that is under way, which takes theirs along. */
  return (): Promise<Sent> => {
    under ??= sendAll().finally(() => {
      under = null;
    });
    return under;
  };
}

interface Reply {
  readonly status: number;
  readonly answers: readonly Answer[];
}

async function read(reply: Response): Promise<Reply> {
  if (reply.status !== 200) return { status: reply.status, answers: [] };
  const { taps } = (await reply.json()) as { taps: readonly Answer[] };
  return { status: 200, answers: taps };
}

function failed(status: number): Sent {
  if (status === 401 || status === 403) return "loggedOut";
  return status === 404 ? "gone" : "unreached";
}
