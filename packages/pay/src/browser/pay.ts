// What the script adds to the payment page: it shows changes at once, copies codes, counts down, and checks a form while it
// is filled in. Everything else, paying included, works without it. Types are stripped when it is served; it imports nothing but
// the checks of `commerce/person`, which the server makes too, once the shopper types into the form.

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

/** Server time: what the page said it was when it was made, and what has passed since. The device's clock may be wrong. */
let clock = { server: 0, local: 0 };
const now = (): number => clock.server + (performance.now() - clock.local);

let timers: number[] = [];
const later = (action: () => void, ms: number): void =>
  void timers.push(window.setTimeout(action, Math.min(ms, 2 ** 31 - 1)));

/** Brings a page to life, the first one or one that took its place. */
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
/** A change was reported while an earlier one was looked at. */
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

/** Seldom while events arrive; else every 3 s for 2 minutes, then every 10 s. */
function poll(): void {
  const young = performance.now() - openedAt < 120_000;
  const wait = events?.readyState === EventSource.OPEN ? 60_000 : young ? 3_000 : 10_000;
  later(() => void check().then(poll), wait);
}

/** Checks the state of the purchase, and loads the new page if it changed. */
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
    // The connection is away; polling continues.
  } finally {
    checking = false;
    // What was read may be older than that change.
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

// ---- Time that is left.

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

/** By the clipboard; where a browser inside an app refuses that, by the selection; else the code is selected for the thumb. */
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
  // The only way to copy in browsers that refuse the clipboard.
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

/** A value that the server masked and that was left as it is: the server puts the stored one in its place. */
const isMasked = ({ value, defaultValue }: HTMLInputElement): boolean => value.includes('•') && value === defaultValue;

/** The server's check of a field; undefined for one that is not checked alone. */
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

/** After a field was left, filled in: what is wrong with it, or that it is right. */
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

/** While a wrong field is edited: its error goes with the keystroke that corrects it, never sooner. */
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

/** "Did you mean …@gmail.com?": a press puts it in. */
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

/** CPF or CNPJ without leaving the page, which would lose what was typed. */
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

/** What the shopper typed stays; what an earlier CEP filled in goes. */
function fill(field: HTMLInputElement | HTMLSelectElement, value: string | undefined): void {
  const isOurs = field.value === '' || field.dataset['filled'] === field.value;
  if (!value || !isOurs) return;
  field.value = value;
  field.dataset['filled'] = value;
  clear(field);
}

// ---- The second step.

/** Card fields are another page, so that nothing of a card provider is loaded before Card is chosen. */
function methodForm(form: HTMLFormElement | null): void {
  const choices = form && find('[data-card-page]', form);
  if (!choices || find('.card', form)) return;
  choices.addEventListener('change', ({ target }) => {
    if ((target as HTMLInputElement).value === 'card') location.assign(choices.dataset['cardPage']!);
  });
}

/** One press is enough: the button shows that it works. */
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

/** Back to the store after 8 seconds, for who saw the payment arrive; a press stays. */
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
