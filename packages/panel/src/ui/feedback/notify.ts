import { notifications } from '@mantine/notifications';

/** Shows a success message. */
export const notifySuccess = (message: string): string =>
  notifications.show({ message, color: 'verde', autoClose: 8_000 });

/** Shows an error message that stays until it is closed. */
export const notifyError = (error: Error): string =>
  notifications.show({ message: error.message, color: 'vermelho', autoClose: false });
