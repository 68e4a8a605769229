import type { Ridden } from "./useRun";

/** What has not been sent, why, and what did not count. Empty while all is well. */
export function Unsent({ ridden }: { ridden: Ridden }) {
  return (
    <div role="status" className="unsent">
      {ridden.takeOvers > 0 && (
        <p className="message warning">
          Another rider wants to take over this run. <a href={ridden.ownRuns}>Accept or decline</a>
        </p>
      )}
      {ridden.unsent > 0 && ridden.last !== "all" && (
        <p className="message warning">
          <strong>{ridden.unsent} not sent yet.</strong> {WHY[ridden.last]}
          {!ridden.outlasts && " This phone has no space to store it: leave this page open."}
        </p>
      )}
      {ridden.unsent === 0 && ridden.last !== "all" && (
        <p className="message warning">{WHY_NOTHING[ridden.last]}</p>
      )}
      {ridden.others > 0 && (
        <p className="message warning">
          <strong>{ridden.others} of another run not sent yet.</strong> It is saved on this phone. If this
          stays here, call the desk.
        </p>
      )}
      {ridden.colleagues.map((name) => (
        <p key={name} className="message warning">
          <strong>Taps by {name} are not sent yet.</strong> They are saved on this phone, and sent once {name}{" "}
          logs in here.
        </p>
      ))}
      {ridden.notices.map(({ key, sentence }) => (
        <p key={key} className="message error">
          {sentence} Call the desk.
        </p>
      ))}
      {ridden.notices.length > 0 && (
        <button type="button" className="quiet" onClick={ridden.dismiss}>
          OK
        </button>
      )}
    </div>
  );
}

const WHY = {
  unreached: "No network: carry on, it is saved on this phone and sent automatically.",
  loggedOut:
    "You are logged out. Log in again in another tab: it is saved on this phone and sent automatically.",
  forbidden:
    "This account cannot send it: log in as yourself in another tab, or call the desk. It is saved on this phone.",
  gone: "This run is no longer yours: call the desk.",
};
const WHY_NOTHING = {
  unreached: "No network: carry on, your taps are saved on this phone.",
  loggedOut: "You are logged out. Log in again in another tab.",
  forbidden: "This account is not a rider: log in as yourself in another tab, or call the desk.",
  gone: "This run is no longer open to you: it was given to someone else, or its day is over. Call the desk before you carry on.",
};
