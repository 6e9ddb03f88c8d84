import { timeOfDay, weekday } from '../../members/clock.ts';
import type { MembersOf } from '../../members/infer.ts';
import { limits } from '../../members/limits.ts';
import { boolean, integer, list, object, required, steps, table } from '../../members/member.ts';
import { stepTable } from '../members.ts';

const until = table(
  {
    title: 'Até uma hora',
    description: 'Espera até esta hora no fuso da loja, em vez de contar os minutos.',
    examples: [{ time: '09:00', nextDay: true }],
  },
  {
    time: timeOfDay,
    /** By default every day. */
    days: list(
      weekday,
      { title: 'Dias da semana' },
      { filled: true, schema: { description: '0 é domingo, 6 é sábado.' } },
    ),
    atLeast: integer(limits.delayMinutes, {
      title: 'Esperar pelo menos',
      description: 'Minutos que passam antes, de 1 minuto a 7 dias.',
    }),
    nextDay: boolean({
      default: false,
      title: 'A partir do dia seguinte',
      description: 'Nunca no dia em que a espera começa.',
    }),
  },
);

/** A time of day up to which a delay waits (RUN22). */
export type Until = MembersOf<typeof until.members>;

/** The members of a delay (specification DEF3, decisions DEF11). */
export const delay = stepTable(
  'delay',
  { title: 'Espera', description: 'Espera antes de seguir.' },
  {
    /** With `until` it is what readers that ignore that member wait. */
    minutes: required(
      integer(limits.delayMinutes, { title: 'Minutos', description: 'De 1 minuto a 7 dias.', examples: [30, 1440] }),
    ),
    until: object<Until>(until),
    /** Whether the delay ends only in the store's business hours; by default false. */
    businessHours: boolean({
      default: false,
      title: 'Só em horário comercial',
      description: 'Se terminar fora dele, segue quando ele começa.',
    }),
    onNext: steps('Roda depois da espera, antes do próximo passo.'),
  },
);
