import { find } from './dom.ts';
import { clearTimers, later } from './timers.ts';

/** Returns to the store after 8 seconds if the payment arrived while the page was open; a button cancels this. */
export function returnToStore(main: HTMLElement): void {
  const nextLink = main.querySelector<HTMLAnchorElement>('#way-on');
  const line = find('#leaving', main);
  if (!nextLink || !line) return;
  line.hidden = false;
  let left = 8;
  const tick = (): void => {
    if (left === 0) return location.assign(nextLink.href);
    find('span', line)!.textContent = nextLink.dataset['leaving']!.replace('8', String(left--));
    later(tick, 1_000);
  };
  find('#stay', line)!.addEventListener('click', () => {
    clearTimers();
    line.hidden = true;
    find('h1', main)!.focus();
  });
  tick();
}
