import { namesIn, runStateNames } from '@retoma/flow';
import type { ApiResponse } from '../../../api/call.ts';
import type { IconName } from '../../../ui/icons.tsx';
import { defineTexts } from '../../../ui/texts.ts';
import type { Tone } from '../../../ui/tone-badge.tsx';

/** A run in a list. */
export type ListedRun = ApiResponse<'GET /panel/api/stores/:storeId/runs'>['runs'][number];

/** The seven states of a run. */
export type RunState = ListedRun['state'];

/** The seven states in display order, with the tone and icon of each. */
export const runStates: Readonly<Record<RunState, { tone: Tone; icon: IconName }>> = {
  queued: { tone: 'plain', icon: 'list' },
  running: { tone: 'calm', icon: 'play' },
  waiting: { tone: 'wait', icon: 'clock' },
  completed: { tone: 'ok', icon: 'check' },
  // Ended early by an event: neither good nor bad.
  ended: { tone: 'plain', icon: 'flag' },
  failed: { tone: 'bad', icon: 'warning' },
  cancelled: { tone: 'plain', icon: 'cross' },
};

/** The texts that several pages of runs share. */
export const texts = defineTexts(
  {
    allAutomations: 'Todas',
    ...namesIn(runStateNames, 'pt-BR'),
    held: 'Aguardando a automação voltar',
    until: (at: string) => `Aguardando até ${at}`,
    unknownContact: 'Pessoa não identificada',
    order: (number: string) => `Pedido ${number.startsWith('#') ? number : `#${number}`}`,
    useTemplate: 'Usar um modelo pronto',
    live: 'Ao vivo',
    reconnecting: 'Reconectando…',
    polled: (ago: string) => `Atualizado ${ago}`,
    refresh: 'Atualizar',
    close: 'Fechar',
    version: (number: number) => `versão ${number}`,
  },
  {
    allAutomations: 'All',
    ...namesIn(runStateNames, 'en'),
    held: 'Waiting for its automation',
    until: (at) => `Waiting until ${at}`,
    unknownContact: 'Unknown person',
    order: (number) => `Order ${number.startsWith('#') ? number : `#${number}`}`,
    useTemplate: 'Use a ready template',
    live: 'Live',
    reconnecting: 'Reconnecting…',
    polled: (ago) => `Updated ${ago}`,
    refresh: 'Refresh',
    close: 'Close',
    version: (number) => `version ${number}`,
  },
);
