import { readableFlow } from '@retoma/flow';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { allPublished, stepMetrics, type StepMetrics } from '../../../../diagram/metrics/step-metrics.ts';
import { outlineOf } from '../../../../diagram/layout/flow-tree.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useFlowDocument } from '../state/flow-document.ts';
import { toRenderable } from '../state/editable-flow.ts';
import { flowOf, useAutomationParams, type Automation } from '../save/automation.ts';
import { usePeriod, type Period } from './period.ts';
import { unpublishedIn } from './unpublished.ts';

const route = 'GET /panel/api/stores/:storeId/automations/:automationId/results/steps';
const versionRoute = 'GET /panel/api/stores/:storeId/automations/:automationId/versions/:version';

/** How long cached results stay fresh, in milliseconds. */
const fresh = 60_000;

/** The results of each step, for the open view. */
export type EditorResults = {
  isOn: boolean;
  days: Period;
  change: (change: { isOn?: boolean; days?: Period }) => void;
  /** Undefined while results are off or not loaded. */
  metrics: StepMetrics | undefined;
  /** The response for the requested period. `metrics` shows the previous period until it is loaded. */
  answer: ApiResponse<typeof route> | undefined;
  /** Repeats the request; set after an error. */
  again: (() => void) | undefined;
};

/** Fetches results while they are switched on; makes no request and no computation while off. Undefined if nothing was ever published. */
export function useResults({ publishedVersion }: Automation): EditorResults | undefined {
  const { isOn, days, change } = usePeriod();
  const params = useAutomationParams();
  const { flow } = useFlowDocument();
  const { locale } = useLocale();
  const formats = useFormats();
  const enabled = isOn && publishedVersion !== null;
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(
    route,
    { params, query: { days } },
    { enabled, staleTime: fresh, placeholderData: keepPreviousData },
  );
  const version = useApiQuery(
    versionRoute,
    { params: { ...params, version: String(publishedVersion) } },
    { enabled, staleTime: Infinity },
  );
  const definition = enabled ? version.data?.version.definition : undefined;
  const published = useMemo(
    () => (definition === undefined ? undefined : toRenderable(readableFlow(flowOf(definition)))),
    [definition],
  );
  // The metrics follow the draft with a delay.
  const drawn = useDeferredValue(enabled ? flow : undefined);
  const metrics = useMemo(() => {
    if (!drawn || !data) return undefined;
    const draft = toRenderable(drawn);
    const unpublished = published && data.hasRun ? unpublishedIn(published, draft) : allPublished;
    return stepMetrics(data, { outline: outlineOf(draft), unpublished }, { formats, locale });
  }, [drawn, data, published, formats, locale]);
  if (publishedVersion === null) return undefined;
  return {
    isOn,
    days,
    change,
    metrics,
    answer: enabled && !isPlaceholderData ? data : undefined,
    again: isError ? () => void refetch() : undefined,
  };
}
