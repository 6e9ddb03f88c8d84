import { checkEmail, checkPhone } from '@retoma/commerce/person';

/** How long the shopper has stopped typing when a valid contact is stored, in milliseconds. */
const pauseMs = 1500;

/**
 * COM34: stores the e-mail and the phone as soon as they are valid: when the field is left, after a pause, or when the page is. The same
 * values are sent once. A ticked box deletes what was stored, and nothing is sent until it is off again.
 */
export function storeContact(form: HTMLFormElement): void {
  const later = form.querySelector<HTMLInputElement>('[data-store-later]')!;
  let stored = contactIn(form, 'defaultValue');
  // What was typed before this script was loaded is stored too.
  let timer = setTimeout(() => store(), pauseMs);
  let isSubmitted = false;
  let sending: Promise<unknown> = Promise.resolve();
  const post = (body: URLSearchParams): Promise<unknown> =>
    // A failed request needs no other one: the form sends the same values.
    fetch(form.action.replace(/data$/, 'contact'), { method: 'POST', body, keepalive: true }).catch(() => undefined);
  const store = (): void => {
    clearTimeout(timer);
    const contact = contactIn(form, 'value');
    if (isSubmitted || later.checked || contact === '' || contact === stored) return;
    stored = contact;
    sending = post(new URLSearchParams(contact));
  };
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    if (isContact(target)) timer = setTimeout(store, pauseMs);
  });
  form.addEventListener('focusout', store);
  later.addEventListener('change', () => {
    if (!later.checked) return store();
    stored = '';
    // After what is being stored, which it deletes.
    void sending.then(() => post(new URLSearchParams('forget=')));
  });
  form.addEventListener('submit', () => {
    isSubmitted = true;
  });
  addEventListener('pagehide', store);
  document.addEventListener('visibilitychange', store);
}

const isContact = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && /^(email|phone)$/.test(target.name);

/** The valid ones of both values, as the body of a form. A masked value is not valid. */
function contactIn(form: HTMLFormElement, of: 'value' | 'defaultValue'): string {
  const body = new URLSearchParams();
  for (const [name, check] of [
    ['email', checkEmail],
    ['phone', checkPhone],
  ] as const) {
    const checked = check(form.querySelector<HTMLInputElement>(`[name=${name}]`)![of]);
    if (checked.ok) body.set(name, checked.value);
  }
  return `${body}`;
}
