/** The data of `send_email` (specification B4). At least one of `html` and `body` is filled; `html` wins. Either may be MJML. */
export type EmailData = {
  remetente_nome: string;
  remetente_email: string;
  subject: string;
  html?: string;
  body?: string;
};
