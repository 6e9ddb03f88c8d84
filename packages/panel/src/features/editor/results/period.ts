import { useState } from 'react';

/** The periods that are offered, in days. */
export const periods = [7, 30, 90] as const;

/** One of them. */
export type Period = (typeof periods)[number];

type Kept = { isOn: boolean; days: Period };

const kept = 'retoma-editor-results';

function read(): Kept {
  const [isOn, days] = (localStorage.getItem(kept) ?? '').split(' ');
  return { isOn: isOn === 'on', days: periods.find((one) => String(one) === days) ?? 30 };
}

/** Whether results are shown over the steps and of how many days; this browser remembers it. */
export function usePeriod(): Kept & { change: (change: Partial<Kept>) => void } {
  const [now, setNow] = useState(read);
  const change = (change: Partial<Kept>): void => {
    const next = { ...now, ...change };
    setNow(next);
    localStorage.setItem(kept, `${next.isOn ? 'on' : 'off'} ${next.days}`);
  };
  return { ...now, change };
}
