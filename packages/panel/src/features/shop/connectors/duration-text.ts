import type { Locale } from '../../../ui/locale.tsx';

const units = [
  { minutes: 1_440, 'pt-BR': ['dia', 'dias'], en: ['day', 'days'] },
  { minutes: 60, 'pt-BR': ['h', 'h'], en: ['h', 'h'] },
  { minutes: 1, 'pt-BR': ['min', 'min'], en: ['min', 'min'] },
] as const;

/** Minutes as a short text in whole units of the largest that fits: 5 → `5 min`, 200 → `3 h`, 3000 → `2 dias`. Pure. */
export function durationText(minutes: number, locale: Locale): string {
  const unit = units.find((one) => minutes >= one.minutes) ?? units[2];
  const count = Math.floor(minutes / unit.minutes);
  return `${count} ${unit[locale][count === 1 ? 0 : 1]}`;
}
