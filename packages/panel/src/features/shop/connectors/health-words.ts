import type { Locale } from '../../../ui/locale.tsx';
import type { Tone } from '../../../ui/tone-badge.tsx';
import { durationText } from './duration-text.ts';
import type { Shop } from './shops-data.ts';
import type { ShopTexts } from './texts.ts';

/** The state of a connection: its badge; in a sentence what is so, and whether the owner must connect again. Null: nothing to say. */
export type HealthWords = {
  readonly tone: Tone;
  readonly badge: string;
  readonly text: string | null;
  readonly reconnects?: true;
};

type Clock = { readonly now: number; readonly ago: (at: string) => string; readonly locale: Locale };

/** CON12: the health of a connection in words. `ago`: an instant as text. Pure. */
export function healthWords({ code, since, everyMinutes }: Shop['health'], t: ShopTexts, clock: Clock): HealthWords {
  const { now, ago, locale } = clock;
  const every = durationText(everyMinutes, locale);
  const lasted = (from: string): string => durationText(Math.max(1, (now - Date.parse(from)) / 60_000), locale);
  const connected = { tone: 'ok', badge: t.working } as const;
  switch (code) {
    case 'reading':
      return { ...connected, text: null };
    case 'working':
      return {
        ...connected,
        // A period ends both "há 2 min." and the sentence.
        text: since === null ? t.healthWaiting(every) : t.healthWorking(ago(since).replace(/\.$/, '')),
      };
    case 'quiet':
      return { ...connected, text: since === null ? t.healthWaiting(every) : t.healthQuiet(lasted(since), every) };
    case 'unreachable':
      return {
        tone: 'wait',
        badge: t.attention,
        text: t.healthUnreachable(lasted(since ?? new Date(now).toISOString())),
      };
    case 'suspended':
      return { tone: 'bad', badge: t.stopped, text: t.healthSuspended };
    case 'reconnect':
      return { tone: 'bad', badge: t.broken, text: t.healthReconnect, reconnects: true };
    case 'uninstalled':
      return { tone: 'bad', badge: t.broken, text: t.healthUninstalled, reconnects: true };
  }
}
