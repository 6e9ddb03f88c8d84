import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { envelopeFrom, password, user } from '../transport/shared-fields.ts';

const configurationSet = expecting(
  z.string().regex(/^[\w-]{1,64}$/),
  'O nome do conjunto: até 64 letras sem acento, números, - e _, sem espaços.',
  'The name of the set: up to 64 letters, digits, - and _, without spaces.',
);
const topicArn = expecting(
  z.string().regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/),
  'O ARN inteiro, como arn:aws:sns:sa-east-1:123456789012:avisos.',
  'The whole ARN, such as arn:aws:sns:sa-east-1:123456789012:notices.',
);

/** The form of a connection to Amazon SES. Its credentials are those of SMTP, which are not an access key. */
export const sesForm = {
  settings: z.object({
    region: labelled(
      expecting(
        z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/),
        'O código da região, como sa-east-1 (não “São Paulo”).',
        'The code of the region, such as sa-east-1 (not “São Paulo”).',
      ),
      localized('Região', 'Region'),
      localized('Como sa-east-1', 'Such as sa-east-1'),
    ),
    /** Publishes events; absent: the identity's own notifications are used, if it has any. */
    configurationSet: labelled(
      configurationSet.optional(),
      localized('Conjunto de configurações', 'Configuration set'),
    ),
    /** The SNS topic of bounces and complaints; messages of other topics are rejected. */
    topicArn: labelled(topicArn.optional(), localized('ARN do tópico SNS', 'ARN of the SNS topic')),
    envelopeFrom: envelopeFrom.optional(),
  }),
  credentials: z.object({ user: user(200), pass: password(200) }),
} satisfies SettingsForm;
