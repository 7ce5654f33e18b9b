export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Of a mail that may be sent twice: the same each time. */
  messageId?: string;
}

/** Where mails go: to a server, or into a folder where none is named. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Removes what lies here for somebody who is to be forgotten; a server that sends at once has no such thing. */
  forget?(to: string): Promise<void>;
  close(): Promise<void>;
}
