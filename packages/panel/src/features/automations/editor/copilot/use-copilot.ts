import type { CopilotEvent } from '@retoma/server/panel-contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient, useApiQuery } from '../../../../api/query.ts';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useAutomationParams } from '../save/automation.ts';
import { askStream, copilotRoute, type Copilot } from './ask-stream.ts';
import { draftMark } from './draft-mark.ts';

/** A question in progress: its text, its stage, and the response so far. */
export type Asking = { text: string; stage: 'thinking' | 'reading' | 'checking' | 'mending'; answerText: string };

/** A question as free text, or a request to explain or review the whole automation. `nodeId`: the picked step. */
export type Request = { kind?: 'ask' | 'explain' | 'review'; text: string; nodeId?: string };

/** The conversation about the open automation, and the functions to ask and stop. */
export type CopilotState = {
  query: UseQueryResult<Copilot>;
  asking: Asking | undefined;
  ask: (request: Request) => void;
  stop: () => void;
};

/** Sends one request at a time. Leaving the drawer aborts it; the text received so far stays in the conversation. */
export function useCopilot(): CopilotState {
  const params = useAutomationParams();
  const { flow } = useFlowDocument();
  const query = useApiQuery(copilotRoute, { params });
  const [asking, setAsking] = useState<Asking>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const answer = async ({ kind = 'ask', text, nodeId }: Request, stop: AbortController): Promise<void> => {
    const body = {
      kind,
      text,
      definition: flow as object,
      draftMark: draftMark(flow),
      ...(nodeId !== undefined && { nodeId }),
    };
    const follow = (event: CopilotEvent): void => setAsking((now) => now && followed(now, event));
    try {
      await askStream({ params, body } as Parameters<typeof askStream>[0], follow, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) notifyError(error as Error);
    }
    await queryClient.invalidateQueries({ queryKey: [copilotRoute, { params }] });
    // The server records a stopped answer a moment after the client disconnects.
    if (stop.signal.aborted) setTimeout(() => void queryClient.invalidateQueries({ queryKey: [copilotRoute] }), 800);
    setAsking(undefined);
  };
  return {
    query,
    asking,
    ask: (request) => {
      if (running.current && asking) return;
      running.current = new AbortController();
      setAsking({ text: request.text, stage: 'thinking', answerText: '' });
      void answer(request, running.current);
    },
    stop: () => running.current?.abort(),
  };
}

function followed(asking: Asking, event: CopilotEvent): Asking {
  if (event.type === 'stage') return { ...asking, stage: event.stage, answerText: '' };
  return event.type === 'text' ? { ...asking, answerText: asking.answerText + event.delta } : asking;
}
