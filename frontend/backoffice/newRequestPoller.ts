/**
 * While the page is visible, polls for the number of requests that arrived since it was rendered. Shows the number in
 * the tab's title and in a link above the list, and plays a sound if the user switched it on.
 */
import { readStored, writeStored } from "~/shared/lib/browserStorage";

const REQUEST_POLL_MS = 10_000;
const SOUND_KEY = "oottam-staff-sound";

const line = document.querySelector<HTMLAnchorElement>("[data-new-requests]");
const sound = document.querySelector<HTMLButtonElement>("[data-request-sound]");
const title = document.title;
let lastCount = 0;

function isSoundOn(): boolean {
  return readStored("local", SOUND_KEY) === "on";
}

function playTone() {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.2, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.6);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.6);
}

function showCount(line: HTMLAnchorElement, count: number) {
  line.textContent = `${count} new: show ${count === 1 ? "it" : "them"}`;
  line.hidden = count === 0;
  document.title = count ? `(${count}) ${title}` : title;
  if (count > lastCount && isSoundOn()) playTone();
  lastCount = count;
}

async function pollRequests(line: HTMLAnchorElement) {
  if (document.hidden) return;
  const response = await fetch(line.dataset.newRequests ?? "", { headers: { Accept: "application/json" } });
  if (response.status === 200) showCount(line, (await response.json()).count);
}

function showSound(button: HTMLButtonElement) {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isSoundOn()));
}

if (line) {
  const pollQuietly = () => pollRequests(line).catch(() => undefined); // a failed poll is repeated at the next interval
  setInterval(pollQuietly, REQUEST_POLL_MS);
  document.addEventListener("visibilitychange", pollQuietly);
}

if (sound) {
  showSound(sound);
  sound.addEventListener("click", () => {
    writeStored("local", SOUND_KEY, isSoundOn() ? "off" : "on");
    showSound(sound);
    if (isSoundOn()) playTone();
  });
}
