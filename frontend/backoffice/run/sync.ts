import type { Posting } from "../posting";
import { Queue, waitingRuns } from "./queue";
import type { Run } from "./run";
import { type Answer, isOf, type Tap } from "./taps";

/** How often the phone tries again while something waits, and asks what is new while nothing does. */
export const AGAIN_MS = 20_000;
/** As many as the server takes at once. */
const MOST = 100;
/** With what this phone's clock says: the server corrects the times of the taps by it. */
const headers = () => ({ "Content-Type": "application/json", "Phone-Time": new Date().toISOString() });

/**
 * How sending ended: all has gone, there is no network, somebody has to log in again, their account carries nothing any
 * more, or the run is not theirs.
 */
export type Sent = "all" | "unreached" | "loggedOut" | "forbidden" | "gone";

/** What sending has to know of a run. */
type Sending = Pick<Run, "run" | "account" | "taps">;

/** Sees each tap with its answer; null for what the phone had stored and could not read itself. */
export type Heed = (tap: Tap | null, answer: Answer) => void;

/**
 * Sends what waits of this account, oldest first, one list after the other. A list that the server cannot read is sent
 * in halves: the tap at fault is set aside, with a sentence, and holds up none after it. Taps leave the queue once
 * `store` has stored what the server has counted: whoever closes the page in between finds either.
 */
export function sending(
  posting: Posting,
  run: Sending,
  queue: Queue,
  heed: Heed,
  store: () => Promise<unknown> = () => Promise.resolve(),
) {
  let under: Promise<Sent> | null = null;

  async function sendAll(): Promise<Sent> {
    const lost = queue.takeUnreadable();
    if (lost > 0)
      heed(null, { key: `unreadable-${run.run}`, refused: `${lost} cannot be read on this phone.` });
    let most = MOST;
    const own = () => queue.taps().filter(isOf(run.account));
    for (let waiting = own(); waiting.length > 0; waiting = own()) {
      const taps = waiting.slice(0, most);
      const reply = await posting
        .post(run.taps, headers(), JSON.stringify(taps), read)
        .catch((): Reply => ({ status: 0, isUnread: false, answers: [], asOf: 0 }));
      const [first] = taps;
      if (reply.isUnread && first) {
        most = Math.floor(taps.length / 2);
        if (most > 0) continue;
        heed(first, { key: first.key, refused: "This tap cannot be read." });
        queue.remove([first]);
        most = MOST;
        continue;
      }
      if (reply.status !== 200 || reply.answers.length < taps.length) return failed(reply.status);
      most = MOST;
      // Before they leave the queue: whoever looks meanwhile sees the server's word.
      taps.forEach((tap, at) => {
        const answer = reply.answers[at];
        if (answer) heed(tap, { ...answer, asOf: reply.asOf });
      });
      await store();
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

/**
 * Sends what this phone has kept of other runs: the page of an earlier meal is closed, that of an earlier day does not
 * open any more. Gives how many taps still wait.
 */
export function sendingOthers(posting: Posting, run: Sending, heed: Heed) {
  const queues = new Map<number, Queue>();

  return async (): Promise<number> => {
    let left = 0;
    for (const number of waitingRuns().filter((each) => each !== run.run)) {
      const queue = queues.get(number) ?? new Queue(number);
      queues.set(number, queue);
      const taps = run.taps.replace(`/${run.run}/`, `/${number}/`);
      await sending(posting, { ...run, run: number, taps }, queue, heed)();
      left += queue.taps().filter(isOf(run.account)).length;
    }
    return left;
  };
}

interface Reply {
  readonly status: number;
  /** Whether the shop itself says that it is no list of taps: a proxy's 400 says nothing of them. */
  readonly isUnread: boolean;
  readonly answers: readonly Answer[];
  readonly asOf: number;
}

async function read(reply: Response): Promise<Reply> {
  const { status } = reply;
  const isJson = reply.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (status !== 200) return { status, isUnread: status === 400 && isJson, answers: [], asOf: 0 };
  const { taps, asOf = 0 } = (await reply.json()) as { taps?: readonly Answer[]; asOf?: number };
  return { status, isUnread: false, answers: Array.isArray(taps) ? taps : [], asOf };
}

/** What a status other than 200 comes to. */
export function failed(status: number): Sent {
  if (status === 401) return "loggedOut";
  if (status === 403) return "forbidden";
  return status === 404 ? "gone" : "unreached";
}
