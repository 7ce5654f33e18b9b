import { TextField } from './field.tsx';

interface PasswordFieldProps {
  name?: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** One that is being chosen: the browser may offer to make it up. */
  fresh?: boolean;
  readOnly?: boolean;
}

/** A password, known or new, of any length that the contracts take. */
export const PasswordField = ({
  name = 'password',
  fresh = false,
  ...rest
}: PasswordFieldProps) => (
  <TextField
    name={name}
    type="password"
    autoComplete={fresh ? 'new-password' : 'current-password'}
    required
    maxLength={512}
    {...rest}
  />
);
