import type { RunState } from "./useRun";

/** Messages about unsent events and rejected ones. Empty when everything is synced. */
export function SyncStatus({ runState }: { runState: RunState }) {
  return (
    <div role="status" className="unsent">
      {runState.takeOvers > 0 && (
        <p className="message warning">
          Another rider wants to take over this run. <a href={runState.ownRuns}>Accept or decline</a>
        </p>
      )}
      {runState.unsent > 0 && runState.syncState !== "synced" && (
        <p className="message warning">
          <strong>{runState.unsent} not sent yet.</strong> {UNSENT_REASONS[runState.syncState]}
          {!runState.isPersistent && " This phone has no space to store it: leave this page open."}
        </p>
      )}
      {runState.unsent === 0 && runState.syncState !== "synced" && (
        <p className="message warning">{OFFLINE_REASONS[runState.syncState]}</p>
      )}
      {runState.otherRunsUnsent > 0 && (
        <p className="message warning">
          <strong>{runState.otherRunsUnsent} of another run not sent yet.</strong> It is saved on this phone.
          If this stays here, call the desk.
        </p>
      )}
      {runState.colleagues.map((name) => (
        <p key={name} className="message warning">
          <strong>Taps by {name} are not sent yet.</strong> They are saved on this phone, and sent once {name}{" "}
          logs in here.
        </p>
      ))}
      {runState.notices.map(({ key, sentence }) => (
        <p key={key} className="message error">
          {sentence} Call the desk.
        </p>
      ))}
      {runState.notices.length > 0 && (
        <button type="button" className="quiet" onClick={runState.dismiss}>
          OK
        </button>
      )}
    </div>
  );
}

const UNSENT_REASONS = {
  unreachable: "No network: carry on, it is saved on this phone and sent automatically.",
  loggedOut:
    "You are logged out. Log in again in another tab: it is saved on this phone and sent automatically.",
  forbidden:
    "This account cannot send it: log in as yourself in another tab, or call the desk. It is saved on this phone.",
  gone: "This run is no longer yours: call the desk.",
};
const OFFLINE_REASONS = {
  unreachable: "No network: carry on, your taps are saved on this phone.",
  loggedOut: "You are logged out. Log in again in another tab.",
  forbidden: "This account is not a rider: log in as yourself in another tab, or call the desk.",
  gone: "This run is no longer open to you: it was given to someone else, or its day is over. Call the desk before you carry on.",
};
