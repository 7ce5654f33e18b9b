import { Fragment } from 'react';

/** `2021 Jayco Eagle`: parts that anybody wrote, each read in its own direction whatever stands beside it. */
export const RvName = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
