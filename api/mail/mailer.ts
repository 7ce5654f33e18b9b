export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Where mails go: to a server, or into a folder where none is named. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
