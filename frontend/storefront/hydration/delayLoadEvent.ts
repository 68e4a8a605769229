/**
 * Delays the window's load event until the returned function is called, by an open document in a hidden frame. The page
 * then counts as loaded once it is hydrated.
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
