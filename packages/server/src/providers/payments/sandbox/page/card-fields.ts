// The sandbox's card form in a browser with scripts: a tapped test number fills in the form without loading a page, what is typed is
// grouped, and the browser's messages are in the page's language. The form works without all this. No field but the number has a name, so
// only the number is sent, and the browser sends no form whose number is not a test number.
const block = document.querySelector<HTMLElement>('.card')!;
const form = block.closest('form')!;
const inputs = [...block.querySelectorAll('input')];
const [number, expiry] = inputs as [HTMLInputElement, HTMLInputElement];

const digitsOf = (text: string, longest: number): string => text.replace(/\D/g, '').slice(0, longest);

function group(): void {
  // A grouped text would move the cursor of someone who corrects a digit in the middle.
  if (number.selectionEnd === number.value.length)
    number.value = digitsOf(number.value, 16).replace(/(\d{4})(?=\d)/g, '$1 ');
  if (expiry.selectionEnd === expiry.value.length)
    expiry.value = digitsOf(expiry.value, 4).replace(/^(\d\d)(?=\d)/, '$1/');
}

function check(input: HTMLInputElement): void {
  input.setCustomValidity('');
  if (!input.validity.valid) input.setCustomValidity(input.title);
}

block.addEventListener('input', group);
form.addEventListener('input', () => inputs.forEach(check));
form.addEventListener('change', () => {
  const isCard = new FormData(form).get('method') === 'card';
  // The browser checks disabled fields for no other payment method.
  for (const input of inputs) input.disabled = !isCard;
});
block.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-number]');
  if (!link) return;
  event.preventDefault();
  number.value = link.dataset['number']!;
  for (const input of inputs) input.value ||= input.dataset['example'] ?? '';
  inputs.forEach(check);
  number.focus();
});
inputs.forEach(check);
