import { useState } from 'react';

/** The available periods, in days. */
export const periods = [7, 30, 90] as const;

/** One of these periods. */
export type Period = (typeof periods)[number];

type StoredPeriod = { isOn: boolean; days: Period };

const storageKey = 'retoma-editor-results';

function read(): StoredPeriod {
  const [isOn, days] = (localStorage.getItem(storageKey) ?? '').split(' ');
  return { isOn: isOn === 'on', days: periods.find((one) => String(one) === days) ?? 30 };
}

/** Whether results are shown, and for how many days. This browser stores both. */
export function usePeriod(): StoredPeriod & { change: (change: Partial<StoredPeriod>) => void } {
  const [now, setNow] = useState(read);
  const change = (change: Partial<StoredPeriod>): void => {
    const next = { ...now, ...change };
    setNow(next);
    localStorage.setItem(storageKey, `${next.isOn ? 'on' : 'off'} ${next.days}`);
  };
  return { ...now, change };
}
