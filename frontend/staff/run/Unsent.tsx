import type { Ridden } from "./useRun";

/** What has not been sent, why, and what did not count. Empty while all is well. */
export function Unsent({ ridden }: { ridden: Ridden }) {
  return (
    <div role="status" className="unsent">
      {ridden.takeOvers > 0 && (
        <p className="message warning">
          Another rider asks to take over this run. <a href={ridden.ownRuns}>Agree or refuse</a>
        </p>
      )}
      {ridden.unsent > 0 && ridden.last !== "all" && (
        <p className="message warning">
          <strong>{ridden.unsent} not sent yet.</strong> {WHY[ridden.last]}
          {!ridden.outlasts && " This phone has no room to keep it: leave this page open."}
        </p>
      )}
      {ridden.unsent === 0 && ridden.last !== "all" && (
        <p className="message warning">{WHY_NOTHING[ridden.last]}</p>
      )}
      {ridden.others > 0 && (
        <p className="message warning">
          <strong>{ridden.others} of another run not sent yet.</strong> It is kept on this phone. If this
          stays here, call the desk.
        </p>
      )}
      {ridden.colleagues.map((name) => (
        <p key={name} className="message warning">
          <strong>What {name} tapped is not sent yet.</strong> It is kept on this phone, and sent once {name}{" "}
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
          Read
        </button>
      )}
    </div>
  );
}

const WHY = {
  unreached: "No network: go on, it is kept on this phone and sent by itself.",
  loggedOut: "You are logged out. Log in again in another tab: it is kept on this phone and sent by itself.",
  forbidden:
    "This account may not send it: log in as yourself in another tab, or call the desk. It is kept on this phone.",
  gone: "This run is not yours any more: call the desk.",
};
const WHY_NOTHING = {
  unreached: "No network: go on, what you tap is kept on this phone.",
  loggedOut: "You are logged out. Log in again in another tab.",
  forbidden: "This account carries no boxes: log in as yourself in another tab, or call the desk.",
  gone: "This run is closed to you: it was given to somebody else, or its day is over. Call the desk before you go on.",
};
