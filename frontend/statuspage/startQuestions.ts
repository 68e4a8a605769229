/** "No allergies" beside an allergy is refused before the answers are sent, with the server's own sentence. */
const noAllergies = document.querySelector<HTMLInputElement>('[name="allergens"][value="none"]');
const group = noAllergies?.closest("fieldset");

function check(): void {
  const isContradicted = noAllergies?.checked && group?.querySelector(':checked:not([value="none"])');
  noAllergies?.setCustomValidity(isContradicted ? (noAllergies.form?.dataset.contradiction ?? "") : "");
}

group?.addEventListener("change", check);
addEventListener("pageshow", check); // browsers restore what was checked
