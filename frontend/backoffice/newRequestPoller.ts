/**
 * Asks now and then, while somebody looks, whether requests have come in since the page was made; says so in the tab's
 * title and in a line above the list, and with a sound where this person has switched it on.
 */
const BETWEEN_MS = 10_000;
const SOUND_KEY = "oottam-staff-sound";

const line = document.querySelector<HTMLAnchorElement>("[data-pulse]");
const sound = document.querySelector<HTMLButtonElement>("[data-pulse-sound]");
const title = document.title;
let known = 0;

function ring() {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.2, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.6);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.6);
}

function show(line: HTMLAnchorElement, count: number) {
  line.textContent = `${count} new: show ${count === 1 ? "it" : "them"}`;
  line.hidden = count === 0;
  document.title = count ? `(${count}) ${title}` : title;
  if (count > known && localStorage.getItem(SOUND_KEY) === "on") ring();
  known = count;
}

async function ask(line: HTMLAnchorElement) {
  if (document.hidden) return;
  const answer = await fetch(line.dataset.pulse ?? "", { headers: { Accept: "application/json" } });
  if (answer.status === 200) show(line, (await answer.json()).count);
}

function showSound(button: HTMLButtonElement) {
  button.hidden = false;
  button.ariaPressed = String(localStorage.getItem(SOUND_KEY) === "on");
}

if (line) {
  const again = () => ask(line).catch(() => undefined); // without network the next time asks again
  setInterval(again, BETWEEN_MS);
  document.addEventListener("visibilitychange", again);
}

if (sound) {
  showSound(sound);
  sound.addEventListener("click", () => {
    localStorage.setItem(SOUND_KEY, sound.ariaPressed === "true" ? "off" : "on");
    showSound(sound);
    if (sound.ariaPressed === "true") ring();
  });
}
