/** The data of `send_sms` (specification B4): plain text of 1 to 160 characters. */
export type SmsData = { message: string };
