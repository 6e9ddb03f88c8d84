import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { envelopeFrom, password, user } from '../transport/shared-fields.ts';

const configurationSet = z.string().regex(/^[\w-]{1,64}$/);
const topicArn = z.string().regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/);

/** The form of a connection to Amazon SES. Its credentials are those of SMTP, which are not an access key. */
export const sesForm = {
  settings: z.object({
    region: labelled(
      z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/),
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
