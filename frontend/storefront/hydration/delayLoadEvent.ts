/**
 * Keeps the browser's load event back until the returned function is called: a document that is still being written
 * is part of the page. So the page counts as loaded once it answers, and whoever waits for that may press and read.
 */
export function delayLoadEvent(): () => void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  frame.contentDocument?.open();
  return () => {
    frame.contentDocument?.close();
    frame.remove();
  };
}
