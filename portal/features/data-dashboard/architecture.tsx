import type { ReactNode } from 'react';
import { DASHBOARD } from '../../content/data-dashboard.ts';

const words = DASHBOARD.architecture;

/** The way of a record, and what is claimed of the whole. */
export const Architecture = ({ accuracy }: { accuracy: ReactNode }) => (
  <section
    aria-labelledby="architecture-title"
    className="keep-colour rounded-sign bg-recreation p-6 text-on-sign sm:p-8"
  >
    <h2 id="architecture-title" className="text-title">
      {words.title}
    </h2>
    <p className="mt-1 text-[#f0e2d6]">{words.text}</p>
    <ol className="mt-5 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-5">
      {words.steps.map(({ title, text }, at) => (
        <li key={title}>
          <span className="grid size-8 place-items-center rounded-full bg-stripe font-black text-[#2b1d00]">
            {at + 1}
          </span>
          <h3 className="mt-2 font-bold">{title}</h3>
          <p className="text-small text-[#f0e2d6]">{text}</p>
        </li>
      ))}
    </ol>
    {accuracy}
  </section>
);
