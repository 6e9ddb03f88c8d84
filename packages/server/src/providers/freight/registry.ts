import { correios } from './correios-cws/index.ts';
import { frenet } from './frenet/index.ts';
import { melhorEnvio } from './melhor-envio/index.ts';
import type { FreightDefinition } from './provider.ts';

/** Every freight provider by its name, which is stored with accounts. The only list of them. */
export const freightRegistry = {
  'melhor-envio': melhorEnvio,
  'correios-cws': correios,
  frenet,
} as const satisfies Record<string, FreightDefinition>;
