import { localized as name, type Locale, type Localized } from '@retoma/commerce/locale';

/** The states of a run, with their names for store owners (RUN3). */
export const runStateNames = {
  queued: name('Na fila', 'Queued'),
  running: name('Rodando', 'Running'),
  waiting: name('Aguardando', 'Waiting'),
  completed: name('Concluída', 'Completed'),
  failed: name('Parou com erro', 'Stopped by an error'),
  cancelled: name('Cancelada', 'Cancelled'),
  ended: name('Encerrada', 'Ended'),
} as const satisfies Record<string, Localized>;

/** The states of a message, with their names for store owners (RUN5). */
export const messageStateNames = {
  queued: name('Na fila', 'Queued'),
  sending: name('Enviando', 'Being sent'),
  sent: name('Enviada', 'Sent'),
  delivered: name('Entregue', 'Delivered'),
  read: name('Lida', 'Read'),
  failed: name('Não saiu', 'Not sent'),
  unknown: name('Sem confirmação', 'Not confirmed'),
  skipped: name('Não enviada de propósito', 'Not sent on purpose'),
} as const satisfies Record<string, Localized>;

/** The names of states in one language. */
export const namesIn = <State extends string>(
  names: Readonly<Record<State, Localized>>,
  locale: Locale,
): Record<State, string> =>
  Object.fromEntries(Object.entries<Localized>(names).map(([state, one]) => [state, one[locale]])) as Record<
    State,
    string
  >;
