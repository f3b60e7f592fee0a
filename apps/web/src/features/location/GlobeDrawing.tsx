const WIDTH = 360;
const HEIGHT = 120;
const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [-60, -30, 0, 30, 60];

const xOf = (longitude: number): number => ((longitude + 180) / 360) * WIDTH;
const yOf = (latitude: number): number => ((90 - latitude) / 180) * HEIGHT;

/** Where on the globe, without anybody's map: a grid of meridians with a mark. The address beside it says it in words. */
export function GlobeDrawing({ latitude, longitude }: { latitude: number; longitude: number }) {
  const x = xOf(longitude);
  const y = yOf(latitude);
  return (
    <svg
      className="block w-full bg-raised text-muted"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <g stroke="var(--hairline)" fill="none">
        {MERIDIANS.map((at) => (
          <path key={at} d={`M${xOf(at)} 0V${HEIGHT}`} />
        ))}
        {PARALLELS.map((at) => (
          <path key={at} d={`M0 ${yOf(at)}H${WIDTH}`} />
        ))}
      </g>
      <path d={`M0 ${yOf(0)}H${WIDTH}`} stroke="currentColor" strokeOpacity={0.4} />
      <g stroke="var(--brand)" strokeOpacity={0.5} strokeDasharray="2 3">
        <path d={`M${x} 0V${HEIGHT}M0 ${y}H${WIDTH}`} />
      </g>
      <circle cx={x} cy={y} r={9} fill="var(--brand)" fillOpacity={0.2} />
      <circle cx={x} cy={y} r={4} fill="var(--brand)" />
    </svg>
  );
}
