import { find } from './dom.ts';
import { later, now } from './timers.ts';

/** Shows the remaining time of a code. `onEnd` is called a second after it expired. */
export function countDown(main: HTMLElement, onEnd: () => void): void {
  const expires = Number(main.dataset['expires'] ?? 0);
  const timer = find('#left', main);
  if (!expires || !timer) return;
  const alert = find('#five-left', main)!;
  const { one = '', many = '', second = '', seconds = '' } = timer.dataset;
  const tick = (): void => {
    const left = expires - now();
    if (left <= 0) return later(onEnd, 1_000);
    const inSeconds = left <= 60_000;
    const count = Math.ceil(left / (inSeconds ? 1_000 : 60_000));
    const text = inSeconds ? (count === 1 ? second : seconds) : count === 1 ? one : many;
    timer.textContent = count > 90 ? '' : text.replace('88', String(count));
    if (count === 5 && !inSeconds) alert.textContent = alert.dataset['text']!;
    later(tick, inSeconds ? 1_000 : ((left - 1) % 60_000) + 20);
  };
  tick();
}
