// The script of the payment page: it shows changes at once, copies codes, counts down, and checks the form while it is filled in.
// Everything else, including payment, works without it.
import { followChallenge } from './challenge.ts';
import { copyButtons } from './copy-code.ts';
import { countDown } from './count-down.ts';
import { detailsForm } from './details-form.ts';
import { all, find, mainOf } from './dom.ts';
import { replaceContent } from './replace-content.ts';
import { returnToStore } from './return-to-store.ts';
import { methodForm, showWorking } from './submit.ts';
import { clearTimers, startClock } from './timers.ts';
import { Updates } from './updates.ts';

const updates = new Updates(show);
const check = (): void => void updates.check();

function show(html: string): void {
  if (replaceContent(html)) begin(true);
}

/** Attaches the script to a page, initially and after the content was replaced (`isNew`). */
function begin(isNew: boolean): void {
  clearTimers();
  const main = mainOf(document);
  startClock(main);
  if (main.dataset['live']) updates.watch(main.dataset['live']);
  else updates.close();
  countDown(main, check);
  copyButtons(main);
  detailsForm(main.querySelector('form[data-details]'));
  methodForm(main.querySelector('form[data-method]'));
  for (const form of all<HTMLFormElement>('form', main)) form.addEventListener('submit', showWorking);
  find('#problem', main)?.focus();
  if (isNew) returnToStore(main);
  for (const button of all('[data-print]', main)) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
addEventListener('message', followChallenge);
document.addEventListener('visibilitychange', check);
document.addEventListener('retoma:page', (event) => show((event as CustomEvent<string>).detail));

const offline = document.createElement('p');
offline.className = 'bar offline';
offline.setAttribute('role', 'status');
addEventListener('offline', () => {
  offline.textContent = mainOf(document).dataset['offline'] ?? '';
  if (offline.textContent !== '') document.body.append(offline);
});
addEventListener('online', () => {
  offline.remove();
  check();
});

begin(false);
