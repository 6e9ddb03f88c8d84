import { limits } from '../../members/limits.ts';
import { integer, required, steps } from '../../members/member.ts';
import { stepTable } from '../members.ts';

/** The members of a delay (specification DEF3). */
export const delay = stepTable(
  'delay',
  { title: 'Espera', description: 'Espera antes de seguir.' },
  {
    minutes: required(
      integer(limits.delayMinutes, { title: 'Minutos', description: 'De 1 minuto a 7 dias.', examples: [30, 1440] }),
    ),
    onNext: steps('Roda depois da espera, antes do próximo passo.'),
  },
);
