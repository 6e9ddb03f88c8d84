import { useMemo, useState } from 'react';
import type { EntryClock } from '../../../../diagram/metrics/wait-times.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useSending } from './use-sending.ts';

/** What decides when someone who enters now goes on; undefined until the store's settings are loaded. */
export function useEntryClock(): EntryClock | undefined {
  const sending = useSending();
  const [now] = useState(Date.now);
  const quietHours = useFlowDocument().flow.settings?.quietHours;
  return useMemo(() => {
    if (!sending) return undefined;
    const { timeZone, businessHours } = sending;
    return { now, timeZone, businessHours, quietHours };
  }, [sending, now, quietHours]);
}
