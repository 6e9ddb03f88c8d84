let lastIntent = 1000;

/** A payment intent of Stripe: every card is accepted, except with the security code 999. */
export function confirmed(parameters: URLSearchParams): { status: number; intent: object } {
  const error = { type: 'card_error', code: 'incorrect_cvc' };
  const isWrong = parameters.get('payment_method')!.endsWith('_999');
  const created = Math.floor(Date.now() / 1_000);
  const amount = Number(parameters.get('amount'));
  const intent = {
    id: `pi_${lastIntent++}`,
    object: 'payment_intent',
    status: isWrong ? 'requires_payment_method' : 'succeeded',
    amount,
    amount_received: isWrong ? 0 : amount,
    currency: parameters.get('currency'),
    created,
    metadata: { payment_id: parameters.get('metadata[payment_id]') },
    payment_method_types: ['card'],
    last_payment_error: isWrong ? error : null,
    latest_charge: { created, disputed: false, payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
  };
  return isWrong ? { status: 402, intent: { error: { ...error, payment_intent: intent } } } : { status: 200, intent };
}
