"""LightGBM and CatBoost on the splits of `npm run backtest`: same inputs, same training rows.

    boosting.py FOLDER

FOLDER holds what the command wrote, and receives `predictions.csv`:
  rows.csv      the rows to learn from: unit, y (log price), weight, and the features
  queries.csv   split, query, and the features of what is to be predicted
  splits.json   {seed, threads, settings, tune, cache, learners, splits: [{train: [row, ...]}, ...]}

Settings: so many of the listed ones are compared by cross-validation over units on the training rows,
those of each split or only of the first (`tune`: each, first); the best is used, with the number of
rounds the cross-validation stopped at, both judged on used units. What was found is kept in the folder
`cache` by the content it was found on, so that a run that was cut off goes on. With 1 the first listed
setting is taken. The 80% range: quantile models on log price, stopped
on 15% of the units and then widened or narrowed on them until they hold 80%, new and used apart
(conformalised quantile regression).
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

CATEGORIES = ["type", "maker", "make", "family", "line", "plan", "condition", "region"]
NUMBERS = ["year", "age", "mileage", "feet", "observed", "month"]
FEATURES = CATEGORIES + NUMBERS
LEVEL = 0.8
ROUNDS_MAX = 3_000
PATIENCE = 60
FOLDS = 5
STOP_SHARE = 0.15


def lightgbm_settings():
    """Twenty settings, the usual first."""
    base = dict(rate=0.05, leaves=31, least=8, columns=0.8, smooth=10, cat_l2=10, l2=0.0, per_group=20)
    changes = [
        {},
        dict(rate=0.03),
        dict(leaves=15),
        dict(leaves=63),
        dict(leaves=127, least=20),
        dict(least=4),
        dict(least=20),
        dict(columns=0.5),
        dict(columns=1.0),
        dict(smooth=1, cat_l2=1),
        dict(smooth=1, cat_l2=1, per_group=5),
        dict(smooth=1, cat_l2=1, per_group=5, leaves=63),
        dict(smooth=30, cat_l2=20),
        dict(l2=5.0),
        dict(l2=5.0, leaves=63),
        dict(rate=0.02, leaves=63),
        dict(columns=0.5, l2=5.0),
        dict(columns=0.5, smooth=1, cat_l2=1, per_group=5),
        dict(columns=0.5, leaves=63, least=4),
        dict(columns=0.5, rate=0.03, leaves=15, least=4, smooth=1, cat_l2=1, per_group=5),
    ]
    return [base | change for change in changes]


def catboost_settings():
    """Twenty settings, the usual first."""
    base = dict(loss="MAE", rate=0.08, depth=6, l2=3.0, columns=1.0, noise=1.0)
    changes = [
        dict(loss="RMSE"),
        {},
        dict(loss="RMSE", depth=7, rate=0.05),
        dict(depth=7, rate=0.05),
        dict(loss="RMSE", depth=4),
        dict(depth=4),
        dict(loss="RMSE", depth=8),
        dict(depth=8),
        dict(loss="RMSE", l2=1.0),
        dict(l2=1.0),
        dict(loss="RMSE", l2=10.0),
        dict(l2=10.0),
        dict(loss="RMSE", columns=0.5),
        dict(columns=0.5),
        dict(loss="RMSE", noise=0.0),
        dict(noise=0.0),
        dict(loss="RMSE", rate=0.15),
        dict(rate=0.15),
        dict(loss="RMSE", depth=5, l2=1.0, columns=0.5),
        dict(depth=5, l2=1.0, columns=0.5),
    ]
    return [base | change for change in changes]


class LightGbm:
    name = "LightGBM"
    settings = lightgbm_settings()

    def __init__(self, seed, threads):
        import lightgbm

        self.lib = lightgbm
        self.common = dict(
            seed=seed, num_threads=threads, deterministic=True, force_row_wise=True, verbosity=-1
        )

    def _params(self, setting, loss):
        # No monotone constraints: LightGBM refuses them with the losses used here.
        return self.common | loss | dict(
            learning_rate=setting["rate"],
            num_leaves=setting["leaves"],
            min_data_in_leaf=setting["least"],
            feature_fraction=setting["columns"],
            bagging_fraction=0.8,
            bagging_freq=1,
            cat_smooth=setting["smooth"],
            cat_l2=setting["cat_l2"],
            lambda_l2=setting["l2"],
            min_data_per_group=setting["per_group"],
        )

    def _data(self, x, y, weight):
        return self.lib.Dataset(x, y, weight=weight, categorical_feature=CATEGORIES)

    def fit(self, setting, train, stop=None, rounds=ROUNDS_MAX, alpha=None):
        loss = dict(objective="l1") if alpha is None else dict(objective="quantile", alpha=alpha)
        data = self._data(*train)
        stopping = {}
        if stop is not None:
            stopping = dict(
                valid_sets=[self.lib.Dataset(stop[0], stop[1], weight=stop[2], reference=data)],
                callbacks=[self.lib.early_stopping(PATIENCE, verbose=False)],
            )
        model = self.lib.train(self._params(setting, loss), data, num_boost_round=rounds, **stopping)
        return model, max(1, model.best_iteration or rounds)

    def quantiles(self, setting, train, stop):
        models = [self.fit(setting, train, stop, alpha=alpha)[0] for alpha in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)]
        return lambda x: [model.predict(x) for model in models]

    def frame(self, frame):
        return frame


class CatBoost:
    name = "CatBoost"
    settings = catboost_settings()

    def __init__(self, seed, threads):
        import catboost

        self.lib = catboost
        self.common = dict(random_seed=seed, thread_count=threads, verbose=False, allow_writing_files=False)

    def _model(self, setting, loss, rounds):
        return self.lib.CatBoostRegressor(
            iterations=rounds,
            loss_function=loss,
            learning_rate=setting["rate"],
            depth=setting["depth"],
            l2_leaf_reg=setting["l2"],
            rsm=setting["columns"],
            random_strength=setting["noise"],
            **self.common,
        )

    def _pool(self, data):
        return self.lib.Pool(data[0], data[1], weight=data[2], cat_features=CATEGORIES)

    def fit(self, setting, train, stop=None, rounds=ROUNDS_MAX, loss=None):
        model = self._model(setting, loss or setting["loss"], rounds)
        if stop is None:
            model.fit(self._pool(train))
            return model, rounds
        model.fit(self._pool(train), eval_set=self._pool(stop), early_stopping_rounds=PATIENCE)
        return model, max(1, model.get_best_iteration() + 1)

    def quantiles(self, setting, train, stop):
        both = f"MultiQuantile:alpha={(1 - LEVEL) / 2:.2f},{(1 + LEVEL) / 2:.2f}"
        model, _ = self.fit(setting, train, stop, loss=both)
        return lambda x: list(model.predict(x).T)

    def frame(self, frame):
        text = frame[CATEGORIES].astype(object).where(frame[CATEGORIES].notna(), "none")
        return frame.assign(**{name: text[name].astype(str) for name in CATEGORIES})


LEARNERS = {learner.name: learner for learner in (LightGbm, CatBoost)}


def say(text):
    print(text, file=sys.stderr, flush=True)


class Compared:
    """Cross-validated settings, each kept as soon as it is known."""

    def __init__(self, folder, content):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{hashlib.sha256(content).hexdigest()[:16]}.json"
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {}

    def get(self, setting, compute):
        key = json.dumps(setting, sort_keys=True)
        if key not in self.known:
            self.known[key] = compute()
            unfinished = self.path.with_suffix(".part")
            unfinished.write_text(json.dumps(self.known, indent=1))
            os.replace(unfinished, self.path)
        return self.known[key]


def main(folder):
    import numpy as np
    import pandas as pd

    asked = json.loads((folder / "splits.json").read_text())
    read = lambda name: pd.read_csv(folder / name, dtype={c: "string" for c in CATEGORIES}, keep_default_na=False, na_values={n: [""] for n in FEATURES})
    rows, queries = read("rows.csv"), read("queries.csv")
    for name in CATEGORIES:
        known = pd.CategoricalDtype(sorted(set(rows[name].dropna())))
        rows[name], queries[name] = rows[name].astype(known), queries[name].astype(known)

    def folds_of(units, folds, seed):
        """A unit's rows share a fold, the same in every run."""
        names = np.unique(units)
        order = np.random.default_rng(seed).permutation(len(names))
        fold = dict(zip(names, order % folds))
        return np.array([fold[unit] for unit in units])

    written = []
    chosen = {}
    unfinished = folder / "predictions.csv.part"
    for name in asked["learners"]:
        learner = LEARNERS[name](asked["seed"], asked["threads"])
        x_rows, x_queries = learner.frame(rows[FEATURES]), learner.frame(queries[FEATURES])
        y, weight = rows["y"].to_numpy(), rows["weight"].to_numpy()
        take = lambda at: (x_rows.iloc[at], y[at], weight[at])

        def scored(at):
            """Used units are what is compared: settings and rounds are chosen on them."""
            used = at[(rows["condition"] != "new").to_numpy()[at]]
            return used if len(used) > 0 else at

        def validate(setting, train):
            folds = folds_of(rows["unit"].to_numpy()[train], FOLDS, asked["seed"])
            error, rounds = 0.0, []
            for fold in range(FOLDS):
                inside, outside = take(train[folds != fold]), take(scored(train[folds == fold]))
                model, best = learner.fit(setting, inside, outside)
                rounds.append(best)
                error += np.sum(np.abs(model.predict(outside[0]) - outside[1]) * outside[2])
            return error / np.sum(weight[scored(train)]), int(np.mean(rounds) * FOLDS / (FOLDS - 1))

        def choose(train):
            table = rows.iloc[train].to_csv(index=False)
            about = [name, learner.lib.__version__, asked["seed"], asked["threads"], FOLDS, ROUNDS_MAX, PATIENCE]
            cache = Compared(Path(asked["cache"]), f"{json.dumps(about)}\n{table}".encode())
            compared = []
            for at, setting in enumerate(learner.settings[: max(1, asked["settings"])]):
                began = time.monotonic()
                error, rounds = cache.get(setting, lambda: validate(setting, train))
                compared.append((error, at, rounds))
                say(f"{name}: setting {at + 1}: mean error {error:.4f} in log price, {rounds} rounds, {time.monotonic() - began:.0f} s")
            error, at, rounds = min(compared)
            best = dict(number=at + 1, setting=learner.settings[at], rounds=rounds, error=error, compared=len(compared))
            chosen.setdefault(name, []).append(best)
            return learner.settings[at], rounds

        for number, split in enumerate(asked["splits"]):
            began = time.monotonic()
            train = np.array(split["train"])
            if number == 0 or asked["tune"] == "each":
                setting, rounds = choose(train)
            mine = np.flatnonzero(queries["split"].to_numpy() == number)
            x = x_queries.iloc[mine]
            middle = learner.fit(setting, take(train), rounds=rounds)[0].predict(x)
            folds = folds_of(rows["unit"].to_numpy()[train], round(1 / STOP_SHARE), asked["seed"] + 1)
            stop = take(train[folds == 0])
            ends_of = learner.quantiles(setting, take(train[folds != 0]), stop)
            low, high = ends_of(x)
            stop_low, stop_high = ends_of(stop[0])
            beyond = np.maximum(stop_low - stop[1], stop[1] - stop_high)
            for new in (True, False):
                of_stop = (stop[0]["condition"] == "new").to_numpy() == new
                of_query = (x["condition"] == "new").to_numpy() == new
                count = int(of_stop.sum())
                if count == 0:
                    continue
                widen = np.quantile(beyond[of_stop], min(1.0, LEVEL * (1 + 1 / count)))
                low[of_query] -= widen
                high[of_query] += widen
            written.append(
                pd.DataFrame(
                    dict(
                        split=number,
                        query=queries["query"].to_numpy()[mine],
                        learner=name,
                        log=middle,
                        low=np.minimum(low, middle),
                        high=np.maximum(high, middle),
                    )
                )
            )
            pd.concat(written).to_csv(unfinished, index=False)
            say(f"{name}: split {number + 1} of {len(asked['splits'])}, {time.monotonic() - began:.0f} s")
    os.replace(unfinished, folder / "predictions.csv")
    print(json.dumps(chosen))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
