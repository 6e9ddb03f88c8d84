// The script of the payment page: it shows changes at once, copies codes, counts down, and checks the form while it is filled in.
// Everything else, including payment, works without it. The server strips its types. Its only import is `commerce/person`, the checks that
// the server makes too, loaded once the form has focus. It is one file because the page loads it with one request, without a bundler.

import type * as person from '@retoma/commerce/person';

type Person = typeof person;
type Checked = ReturnType<Person['checkEmail']>;

const find = (selector: string, within: ParentNode = document): HTMLElement | null => within.querySelector(selector);
const inputIn = (form: ParentNode, name: string): HTMLInputElement | null => form.querySelector(`[name=${name}]`);
function all<Kind extends Element = HTMLElement>(selector: string, within: ParentNode = document): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)];
}
const mainOf = (page: Document): HTMLElement => page.querySelector('main')!;
const locale = document.documentElement.lang === 'en' ? 'en' : 'pt-BR';

/** The server's time: the page's timestamp plus the time since it was loaded. The device's clock may be wrong. */
let clock = { server: 0, local: 0 };
const now = (): number => clock.server + (performance.now() - clock.local);

let timers: number[] = [];
const later = (action: () => void, ms: number): void =>
  void timers.push(window.setTimeout(action, Math.min(ms, 2 ** 31 - 1)));

/** Attaches the script to a page, initially and after the content was replaced (`isNew`). */
function begin(isNew: boolean): void {
  timers.forEach((timer) => clearTimeout(timer));
  timers = [];
  const main = mainOf(document);
  clock = { server: Number(main.dataset['now'] ?? Date.now()), local: performance.now() };
  if (main.dataset['live']) watch();
  else unwatch();
  countDown(main);
  copying(main);
  detailsForm(main.querySelector('form[data-details]'));
  methodForm(main.querySelector('form[data-method]'));
  for (const form of all<HTMLFormElement>('form', main)) form.addEventListener('submit', sayWorking);
  find('#problem', main)?.focus();
  if (isNew) leaveOnceReady(main);
  for (const button of all('[data-print]', main)) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}

// ---- Changes: events from the server, with polling as the fallback.

let events: EventSource | undefined;
let openedAt = 0;
let checking = false;
/** Whether a change was reported while a check was running. */
let isStale = false;

function watch(): void {
  if (events) return poll();
  openedAt = performance.now();
  events = new EventSource(`${mainOf(document).dataset['live']!}/events`);
  events.addEventListener('message', () => void check());
  poll();
}

function unwatch(): void {
  events?.close();
  events = undefined;
}

/** Polls every minute while events are connected; else every 3 s for 2 minutes, then every 10 s. */
function poll(): void {
  const young = performance.now() - openedAt < 120_000;
  const wait = events?.readyState === EventSource.OPEN ? 60_000 : young ? 3_000 : 10_000;
  later(() => void check().then(poll), wait);
}

/** Checks the state of the purchase, and shows the new page if it changed. */
async function check(): Promise<void> {
  const { live, state } = mainOf(document).dataset;
  if (!live || document.visibilityState === 'hidden') return;
  isStale = checking;
  if (checking) return;
  checking = true;
  try {
    const answer = await fetch(`${live}/state`, { cache: 'no-store' });
    if (!answer.ok || ((await answer.json()) as { state: string }).state === state) return;
    const page = await fetch(live, { cache: 'no-store' });
    if (page.ok) take(await page.text());
  } catch {
    // The connection failed; polling continues.
  } finally {
    checking = false;
    // The response may be older than that change.
    if (isStale) void check();
  }
}

/** Replaces this page's content with another page's, and focuses its heading. */
function take(html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const main = next.querySelector('main');
  if (!main) return;
  document.title = next.title;
  for (const part of ['main', '.summary', '.bar']) {
    const old = find(part);
    const fresh = next.querySelector(part);
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    else old?.remove();
  }
  history.replaceState(null, '', location.pathname);
  const title = find('h1', mainOf(document))!;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
  begin(true);
}

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
document.addEventListener('visibilitychange', () => void check());
document.addEventListener('retoma:page', (event) => take((event as CustomEvent<string>).detail));

// ---- Remaining time.

function countDown(main: HTMLElement): void {
  const expires = Number(main.dataset['expires'] ?? 0);
  const timer = find('#left', main);
  if (!expires || !timer) return;
  const alert = find('#five-left', main)!;
  const { one = '', many = '', second = '', seconds = '' } = timer.dataset;
  const tick = (): void => {
    const left = expires - now();
    if (left <= 0) {
      later(() => void check(), 1_000);
      return;
    }
    const inSeconds = left <= 60_000;
    const count = Math.ceil(left / (inSeconds ? 1_000 : 60_000));
    const text = inSeconds ? (count === 1 ? second : seconds) : count === 1 ? one : many;
    timer.textContent = count > 90 ? '' : text.replace('88', String(count));
    if (count === 5 && !inSeconds) alert.textContent = alert.dataset['text']!;
    later(tick, inSeconds ? 1_000 : ((left - 1) % 60_000) + 20);
  };
  tick();
}

// ---- Copying.

function copying(main: HTMLElement): void {
  for (const button of all<HTMLButtonElement>('[data-copy]', main)) {
    button.hidden = false;
    const hint = button.parentElement!.querySelector<HTMLElement>('[data-no-script]')!;
    hint.hidden = true;
    button.addEventListener('click', () => void copy(button, hint));
  }
  for (const field of all<HTMLInputElement>('.code-field', main)) field.addEventListener('click', () => field.select());
}

/** Copies the code: by the clipboard API; if an in-app browser refuses it, by the selection; else selects it for manual copying. */
async function copy(button: HTMLButtonElement, hint: HTMLElement): Promise<void> {
  const { copy: code = '', field = '', done = '', status = '', failed = '' } = button.dataset;
  const live = button.parentElement!.querySelector('[data-copy-status]')!;
  const copied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => copySelection(field),
  );
  if (!copied) {
    select(field);
    button.hidden = true;
    hint.hidden = false;
    live.textContent = failed;
    return;
  }
  const label = button.querySelector('span')!;
  const before = [...label.childNodes];
  label.textContent = done;
  live.textContent = status;
  for (const list of all('.steps')) list.children[1]?.classList.add('now');
  window.setTimeout(() => {
    label.replaceChildren(...before);
    live.textContent = '';
  }, 3_000);
}

function select(id: string): void {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) field.select();
  else if (field) getSelection()?.selectAllChildren(field);
}

function copySelection(id: string): boolean {
  select(id);
  // Deprecated, but the only way to copy in browsers that refuse the clipboard API.
  return document.execCommand('copy');
}

// ---- The first step.

type Say = { found: string; cpf: string; cnpj: string; withCnpj: string; withCpf: string };

function detailsForm(form: HTMLFormElement | null): void {
  if (!form) return;
  const say = JSON.parse(form.dataset['say']!) as Say;
  let rules: Promise<Person> | undefined;
  const load = (): Promise<Person> => (rules ??= import(form.dataset['person']!) as Promise<Person>);
  form.addEventListener('focusin', () => void load(), { once: true });
  form.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && isMasked(target)) target.select();
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && target.value.trim() !== '')
      void load().then((rules) => look(target, rules));
  });
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const field = target.closest('.field');
    field?.classList.remove('good');
    if (field?.classList.contains('wrong')) void load().then((rules) => relieve(target, rules));
    if (target.name === 'zipcode') void load().then((rules) => findAddress(form, say, rules));
  });
  swapDocument(form, say);
  const noNumber = inputIn(form, 'no_number');
  noNumber?.addEventListener('change', () => {
    if (noNumber.checked) clear(find('[name=number]', form)!);
  });
}

const kindOf = (field: Element): string => inputIn(field.closest('form')!, 'document_kind')!.value;

/** Whether a field has the unchanged masked value from the server. The server replaces it with the stored value. */
const isMasked = ({ value, defaultValue }: HTMLInputElement): boolean => value.includes('•') && value === defaultValue;

/** The server's check of a field; undefined for fields that have none. */
function validate(field: HTMLInputElement, rules: Person): Checked | undefined {
  if (isMasked(field)) return undefined;
  const checks: Record<string, (text: string) => Checked> = {
    email: rules.checkEmail,
    name: rules.checkName,
    phone: rules.checkPhone,
    zipcode: rules.checkZipcode,
    document: kindOf(field) === 'cnpj' ? rules.checkCnpj : rules.checkDocument,
  };
  return checks[field.name]?.(field.value);
}

/** After the focus leaves a filled field: shows its error, or marks it as correct. */
function look(field: HTMLInputElement, rules: Person): void {
  const checked = validate(field, rules);
  if (!checked) return;
  if (!checked.ok) return complain(field, rules.personIssueText(checked, locale));
  clear(field);
  field.closest('.field')!.classList.add('good');
  if (field.name === 'document') field.value = rules.formatDocument(checked.value);
  if (field.name === 'phone') field.value = rules.formatPhone(checked.value);
  if (field.name === 'zipcode') field.value = checked.value;
  if (field.name === 'email') suggest(field, rules);
}

/** While a wrong field is edited: removes its error as soon as the value is correct. */
function relieve(field: HTMLInputElement | HTMLSelectElement, rules: Person): void {
  const checked = field instanceof HTMLInputElement ? validate(field, rules) : undefined;
  if (checked ? checked.ok : field.value.trim() !== '') clear(field);
}

function complain(field: Element, text: string): void {
  const frame = field.closest('.field')!;
  frame.classList.remove('good');
  frame.classList.add('wrong');
  field.setAttribute('aria-invalid', 'true');
  const error = find('.error', frame)!;
  find('[data-error-text]', error)!.textContent = text;
  error.hidden = false;
}

function clear(field: Element): void {
  const frame = field.closest('.field')!;
  frame.classList.remove('wrong');
  field.removeAttribute('aria-invalid');
  find('.error', frame)!.hidden = true;
}

/** Shows a button "Did you mean …@gmail.com?" that inserts the suggestion. */
function suggest(field: HTMLInputElement, rules: Person): void {
  const frame = field.closest('.field')!;
  find('.suggest', frame)?.remove();
  const suggestion = rules.suggestEmail(field.value.trim());
  if (suggestion === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain suggest';
  button.textContent = rules.personHintText({ field: 'email', code: 'email_slip', suggestion }, locale);
  button.addEventListener('click', () => {
    field.value = suggestion;
    button.remove();
    field.focus();
  });
  frame.append(button);
}

/** Switches between CPF and CNPJ without loading a page, which would lose the entered data. */
function swapDocument(form: HTMLFormElement, say: Say): void {
  const link = find('[data-swap-document]', form);
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    const kind = inputIn(form, 'document_kind')!;
    kind.value = kind.value === 'cpf' ? 'cnpj' : 'cpf';
    const isCpf = kind.value === 'cpf';
    const field = inputIn(form, 'document')!;
    find('label', field.closest('.field')!)!.textContent = isCpf ? say.cpf : say.cnpj;
    link.textContent = isCpf ? say.withCnpj : say.withCpf;
    field.inputMode = isCpf ? 'numeric' : 'text';
    clear(field);
    field.focus();
  });
}

// ---- The address of a CEP.

let lookedUp = '';

async function findAddress(form: HTMLFormElement, say: Say, rules: Person): Promise<void> {
  const field = inputIn(form, 'zipcode')!;
  const checked = rules.checkZipcode(field.value);
  const digits = checked.ok ? checked.value.replace('-', '') : '';
  if (!checked.ok || digits === lookedUp) return;
  lookedUp = digits;
  clear(field);
  const status = find('[data-zipcode-status]', form)!;
  const address = await fetch(`/pay/cep/${digits}`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, string>>) : undefined))
    .catch(() => undefined);
  if (lookedUp !== digits) return;
  status.textContent = address ? say.found : rules.personIssueText({ code: 'zipcode_unknown' }, locale);
  if (!address) return;
  for (const name of ['street', 'neighborhood', 'city', 'state']) fill(inputIn(form, name)!, address[name]);
  inputIn(form, address['street'] ? 'number' : 'street')!.focus();
}

/** Fills a field unless the shopper has typed into it; replaces what an earlier CEP filled in. */
function fill(field: HTMLInputElement | HTMLSelectElement, value: string | undefined): void {
  const isOurs = field.value === '' || field.dataset['filled'] === field.value;
  if (!value || !isOurs) return;
  field.value = value;
  field.dataset['filled'] = value;
  clear(field);
}

// ---- The second step.

/** Choosing Card loads another page, so that no script of a card provider is loaded before. */
function methodForm(form: HTMLFormElement | null): void {
  const choices = form && find('[data-card-page]', form);
  if (!choices || find('.card', form)) return;
  choices.addEventListener('change', ({ target }) => {
    if ((target as HTMLInputElement).value === 'card') location.assign(choices.dataset['cardPage']!);
  });
}

/** Prevents a second submission; the button shows that the first is in progress. */
function sayWorking(event: Event): void {
  if (event.defaultPrevented) return;
  const form = event.currentTarget as HTMLFormElement;
  const button = find('button[data-working]', form);
  if (!button) return;
  if (button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  button.setAttribute('aria-disabled', 'true');
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = button.dataset['working']!;
}

// ---- Paid.

/** Returns to the store after 8 seconds if the payment arrived while the page was open; a button cancels this. */
function leaveOnceReady(main: HTMLElement): void {
  const nextLink = main.querySelector<HTMLAnchorElement>('#way-on');
  const line = find('#leaving', main);
  if (!nextLink || !line) return;
  line.hidden = false;
  let left = 8;
  const tick = (): void => {
    if (left === 0) return location.assign(nextLink.href);
    line.firstElementChild!.textContent = nextLink.dataset['leaving']!.replace('8', String(left--));
    later(tick, 1_000);
  };
  find('#stay', line)!.addEventListener('click', () => {
    timers.forEach((timer) => clearTimeout(timer));
    line.hidden = true;
    find('h1', main)!.focus();
  });
  tick();
}

// ---- Offline.

const offline = document.createElement('p');
offline.className = 'bar offline';
offline.setAttribute('role', 'status');
addEventListener('offline', () => {
  offline.textContent = mainOf(document).dataset['offline'] ?? '';
  if (offline.textContent !== '') document.body.append(offline);
});
addEventListener('online', () => {
  offline.remove();
  void check();
});

begin(false);
