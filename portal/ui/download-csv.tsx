import { DOWNLOAD_CSV } from '../content/brand.ts';
import { Button } from './button.tsx';
import { downloadCsv } from './csv.ts';
import { DownloadIcon } from './icons.tsx';

interface DownloadCsvProps {
  /** Of the file. */
  name: string;
  /** Written when it is asked for. */
  csv: () => string;
}

/** The figures that are shown, as a file to compute with. */
export const DownloadCsv = ({ name, csv }: DownloadCsvProps) => (
  <Button look="secondary" onClick={() => downloadCsv(csv(), name)}>
    <DownloadIcon className="size-5" />
    {DOWNLOAD_CSV}
  </Button>
);
