/** An account in the provider's format. */
export const account = {
  settings: { region: 'sa-east-1', topicArn: 'arn:aws:sns:sa-east-1:123456789012:retoma' },
  credentials: { user: 'AKIA', pass: 'senha' },
} as const;
